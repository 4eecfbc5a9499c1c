package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;

/** Kafka's command line tools, run inside of this process: {"do": "tool", "name": "StorageTool", "args": […]} answers what they print. */
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
        Class<?> exit = exitClass();
        Class<?> procedure = Class.forName(exit.getName() + "$Procedure");
        Object endsHere = Proxy.newProxyInstance(procedure.getClassLoader(), new Class<?>[] {procedure}, (self, method, ending) -> {
            throw new Ended((Integer) ending[0]);
        });
        exit.getMethod("setExitProcedure", procedure).invoke(null, endsHere);
        try {
            // Scala's Console keeps the stream that it found at its start.
            Class<?> tool = toolClass(request.get("name").asText());
            scala.Console.withOut(capture, () -> run(tool, args));
        } finally {
            System.setOut(before);
            exit.getMethod("resetExitProcedure").invoke(null);
        }
        return Driver.JSON.getNodeFactory().textNode(printed.toString(StandardCharsets.UTF_8));
    }

    /** Kafka's own way to end a process; it has moved in 4.4. */
    private static Class<?> exitClass() throws ClassNotFoundException {
        try {
            return Class.forName("org.apache.kafka.common.utils.Exit");
        } catch (ClassNotFoundException moved) {
            return Class.forName("org.apache.kafka.common.utils.internals.Exit");
        }
    }

    /** Tools move out of the server one by one; DumpLogSegments has in 4.4. */
    private static Class<?> toolClass(String name) throws ClassNotFoundException {
        try {
            return Class.forName("kafka.tools." + name);
        } catch (ClassNotFoundException moved) {
            return Class.forName("org.apache.kafka.tools." + name);
        }
    }

    private static Object run(Class<?> tool, String[] args) {
        try {
            tool.getMethod("main", String[].class).invoke(null, (Object) args);
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
