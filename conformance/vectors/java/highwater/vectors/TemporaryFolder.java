package highwater.vectors;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes, with all that is in it, when it is closed. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    TemporaryFolder() throws IOException {
        path = Files.createTempDirectory("highwater-vectors");
    }

    File file() {
        return path.toFile();
    }

    @Override
    public void close() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(path)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) Files.deleteIfExists(file);
    }
}
