package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.TreeSet;
import org.apache.kafka.streams.kstream.TimeWindows;

/** TimeWindows.windowsFor: the starts of the windows that contain a timestamp. */
final class WindowStarts implements Group {
    @Override
    public ObjectNode run(JsonNode vector) {
        TimeWindows windows = TimeWindows
            .ofSizeWithNoGrace(Duration.ofMillis(vector.get("sizeMs").asLong()))
            .advanceBy(Duration.ofMillis(vector.get("advanceMs").asLong()));
        ObjectNode gave = Json.object();
        new TreeSet<>(windows.windowsFor(vector.get("ts").asLong()).keySet()).forEach(gave.putArray("windowStarts")::add);
        return gave;
    }
}
