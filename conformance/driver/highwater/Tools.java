package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Exit;

/** Kafka's command line tools, run inside of this process: {"do": "tool", "class": "kafka.tools.StorageTool", "args": […]} answers what they print. */
final class Tools {
    /** A tool ended by itself, as it would end its process. */
    private static final class Ended extends RuntimeException {
        final int code;

        Ended(int code) {
            super("exit code " + code);
            this.code = code;
        }
    }

    boolean handles(String what) {
        return what.equals("tool");
    }

    /** One at a time: they share standard output. */
    synchronized JsonNode handle(String what, JsonNode request) throws Exception {
        JsonNode given = request.get("args");
        String[] args = new String[given.size()];
        for (int i = 0; i < args.length; i++) args[i] = given.get(i).asText();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        PrintStream capture = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(capture);
        Exit.setExitProcedure((code, message) -> {
            throw new Ended(code);
        });
        try {
            // Scala's Console keeps the stream that it found at its start.
            scala.Console.withOut(capture, () -> run(request.get("class").asText(), args));
        } finally {
            System.setOut(before);
            Exit.resetExitProcedure();
        }
        return Driver.JSON.getNodeFactory().textNode(printed.toString(StandardCharsets.UTF_8));
    }

    private static Object run(String name, String[] args) {
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof Ended ended && ended.code == 0) return null;
            throw cause instanceof RuntimeException runtime ? runtime : new RuntimeException(cause);
        } catch (ReflectiveOperationException missing) {
            throw new RuntimeException(missing);
        }
        return null;
    }
}
