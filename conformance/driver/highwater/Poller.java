package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Looks at the cluster several times a second and keeps what changed: the high watermark of each partition as clients see it, and who leads the quorum. */
final class Poller {
    private static final int LOOK_TIMEOUT_MS = 1_500;
    private volatile Looking looking;

    boolean handles(String what) {
        return what.equals("startPolling") || what.equals("stopPolling");
    }

    JsonNode handle(String what, JsonNode request) throws Exception {
        if (what.equals("startPolling")) {
            looking = new Looking(request);
            looking.start();
            return null;
        }
        Looking last = looking;
        looking = null;
        return last == null ? null : last.end();
    }

    private static final class Looking extends Thread {
        private final Admin admin;
        private final long zeroMs;
        private final long everyMs;
        private final HashSet<TopicPartition> partitions = new HashSet<>();
        private final ArrayNode changes = Driver.JSON.createArrayNode();
        private final Map<String, String> last = new HashMap<>();
        private volatile boolean goesOn = true;

        Looking(JsonNode request) {
            super("poller");
            setDaemon(true);
            var properties = Administration.propertiesOf(request);
            properties.put("client.id", "highwater-poller");
            properties.put("request.timeout.ms", LOOK_TIMEOUT_MS);
            properties.put("default.api.timeout.ms", LOOK_TIMEOUT_MS);
            admin = Admin.create(properties);
            zeroMs = request.get("zeroMs").asLong();
            everyMs = request.get("everyMs").asLong();
            request.get("partitions").forEach(name -> partitions.add(Administration.partitionOf(name.asText())));
        }

        @Override
        public void run() {
            while (goesOn) {
                long began = System.currentTimeMillis();
                try {
                    look();
                    Thread.sleep(Math.max(1, everyMs - (System.currentTimeMillis() - began)));
                } catch (InterruptedException ended) {
                    return;
                } catch (Exception failed) {
                    // A look that fails says nothing; the next one may.
                }
            }
        }

        private void look() throws InterruptedException {
            var quorum = admin.describeMetadataQuorum().quorumInfo();
            Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
            partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
            ListOffsetsResult offsets = admin.listOffsets(wanted, new ListOffsetsOptions());
            for (TopicPartition partition : partitions) {
                try {
                    note(partition.toString(), String.valueOf(offsets.partitionResult(partition).get(LOOK_TIMEOUT_MS, TimeUnit.MILLISECONDS).offset()));
                } catch (ExecutionException | java.util.concurrent.TimeoutException failed) {
                    // No leader, or none that answers.
                }
            }
            try {
                var info = quorum.get(LOOK_TIMEOUT_MS, TimeUnit.MILLISECONDS);
                note("quorum", info.leaderId() + " " + info.leaderEpoch());
            } catch (ExecutionException | java.util.concurrent.TimeoutException failed) {
                // No leader, or none that answers.
            }
        }

        private void note(String what, String value) {
            if (value.equals(last.put(what, value))) return;
            ObjectNode change = Driver.JSON.createObjectNode();
            change.put("t", System.currentTimeMillis() - zeroMs);
            change.put("what", what);
            change.put("value", value);
            synchronized (changes) {
                changes.add(change);
            }
        }

        JsonNode end() throws InterruptedException {
            goesOn = false;
            interrupt();
            join(2_000);
            admin.close(Duration.ZERO);
            synchronized (changes) {
                return changes;
            }
        }
    }
}
