package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What a recording needs of Java, in one process that is started once: clients, admin calls, Kafka's tools.
 *
 * One JSON object a line on standard input: {"id": 7, "do": "createTopics", …}. Each is answered by one line on standard output, in the order
 * in which the work is done, not asked: {"id": 7, "ok": …} or {"id": 7, "error": "TOPIC_ALREADY_EXISTS", "message": …}. Ends with its input.
 */
public final class Driver {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT = System.out;

    public static void main(String[] args) throws Exception {
        // Tools print; our answers alone belong on standard output.
        System.setOut(System.err);
        Clients clients = new Clients();
        Administration admin = new Administration();
        Tools tools = new Tools();
        ReplicaLook look = new ReplicaLook();
        ClientTrial trial = new ClientTrial();
        ExecutorService workers = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "request");
            thread.setDaemon(true);
            return thread;
        });
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode request = JSON.readTree(line);
            workers.execute(() -> answer(request, clients, admin, tools, look, trial));
        }
        Runtime.getRuntime().halt(0);
    }

    private static void answer(JsonNode request, Clients clients, Administration admin, Tools tools, ReplicaLook look, ClientTrial trial) {
        ObjectNode answer = JSON.createObjectNode();
        answer.set("id", request.get("id"));
        try {
            String what = request.get("do").asText();
            JsonNode result = trial.handles(what) ? trial.handle(what, request)
                    : clients.handles(what) ? clients.handle(what, request)
                    : tools.handles(what) ? tools.handle(what, request)
                    : look.handles(what) ? look.handle(request)
                    : admin.handle(what, request);
            answer.set("ok", result == null ? JSON.nullNode() : result);
        } catch (Throwable thrown) {
            Throwable cause = thrown instanceof java.util.concurrent.ExecutionException && thrown.getCause() != null
                    ? thrown.getCause() : thrown;
            answer.put("error", errorOf(cause));
            answer.put("message", String.valueOf(cause.getMessage()));
            if (isOurs(cause)) cause.printStackTrace();
        }
        say(answer);
    }

    /** A mistake of the driver, unlike what Kafka refuses: its place is worth knowing. */
    private static boolean isOurs(Throwable cause) {
        return cause instanceof Error || cause instanceof NullPointerException || cause instanceof ClassCastException;
    }

    /** Whatever happens, a request is answered: nobody waits for ever. */
    private static String errorOf(Throwable cause) {
        try {
            return ErrorName.of(cause);
        } catch (Throwable unable) {
            return cause.getClass().getSimpleName();
        }
    }

    static void say(JsonNode line) {
        synchronized (OUT) {
            OUT.println(line);
            OUT.flush();
        }
    }

    private Driver() { }
}
