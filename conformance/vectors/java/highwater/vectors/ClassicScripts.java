package highwater.vectors;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a classic timeline's name says and its fields do not: timeouts, protocols, who is static, who restarts, who falls silent and when. */
final class ClassicScripts {
    private static final int SESSION_TIMEOUT_MS = 45_000;
    private static final int REBALANCE_TIMEOUT_MS = 300_000;
    private static final String NOBODY = "nobody";
    private static final String NO_SUCH_INSTANCE = "no-such-instance";
    private static final Map<String, String> INSTANCES = Map.of("A", "i1", "B", "i2", "B-old-process", "i2");

    final int sessionTimeoutMs = SESSION_TIMEOUT_MS;
    final int rebalanceTimeoutMs;
    /** Of the process before the restart. */
    String oldMemberId = "";
    private final String id;

    private ClassicScripts(String id) {
        this.id = id;
        rebalanceTimeoutMs = switch (id) {
            case "classic-05" -> 6000;
            case "classic-11" -> 20_000;
            case "classic-12", "classic-13" -> 10_000;
            default -> REBALANCE_TIMEOUT_MS;
        };
    }

    static ClassicScripts of(String id) {
        return new ClassicScripts(id);
    }

    String instanceOf(String client) {
        if (client.equals("F")) return NO_SUCH_INSTANCE;
        return Set.of("classic-14", "classic-15", "classic-16", "classic-17").contains(id) ? INSTANCES.get(client) : null;
    }

    /** A client that claims a member id which nobody was given. */
    String strangerMemberId(String client) {
        boolean isStranger = client.equals("Z") || client.equals("F") || id.equals("classic-28");
        return isStranger ? NOBODY : null;
    }

    /** The client whose process this was before its restart. */
    String oldProcessOf(String client) {
        return client.equals("B-old-process") ? "B" : null;
    }

    /** Whether this JoinGroup is the first of a new process of the client. */
    boolean isRestart(String client, long atMs) {
        return switch (id) {
            case "classic-14" -> client.equals("B") && atMs == 20_000;
            case "classic-15" -> client.equals("A") && atMs == 12_000;
            case "classic-16" -> client.equals("B") && atMs == 60_000;
            default -> false;
        };
    }

    /** Whether the client is gone without a word: crashed, stuck, or removed by an administrator. */
    boolean isSilent(String client, long atMs) {
        if (!client.equals("B")) return false;
        return switch (id) {
            case "classic-08", "classic-11" -> atMs > 12_000;
            case "classic-16" -> atMs > 9000;
            case "classic-17" -> atMs > 10_000;
            default -> false;
        };
    }

    Map<String, byte[]> protocolsOf(String client, long atMs) {
        List<String> names = switch (id) {
            case "classic-18" -> client.equals("A") ? List.of("range", "roundrobin") : List.of("roundrobin", "range");
            case "classic-19" -> client.equals("A") ? List.of("range", "cooperative-sticky") : List.of("cooperative-sticky");
            case "classic-20" -> client.equals("A") ? List.of("range") : List.of("roundrobin");
            default -> List.of("range");
        };
        boolean hasChanged = id.equals("classic-23") && atMs >= 10_000 && client.equals("B");
        byte[] metadata = (hasChanged ? "other topics" : "topics").getBytes(StandardCharsets.UTF_8);
        Map<String, byte[]> protocols = new LinkedHashMap<>();
        names.forEach(name -> protocols.put(name, metadata));
        return protocols;
    }
}
