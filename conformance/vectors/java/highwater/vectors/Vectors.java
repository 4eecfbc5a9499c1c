package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * `java highwater.vectors.Vectors vectors-2.json`: runs each case whose group has a runner on the Kafka of the class path.
 * One JSON object a line: {"group", "id", "gave": {…}}, or {"group", "id", "failed": "…"} where a class cannot be run.
 */
public final class Vectors {
    private static final Map<String, Group> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("clientAssignors", new ClientAssignors());
        GROUPS.put("serverAssignors", new ServerAssignors());
        GROUPS.put("reconciliation848", new Reconciliation());
        GROUPS.put("classicGroupTimelines", new ClassicTimelines());
        GROUPS.put("consumerGroup848Timelines", new ConsumerGroupTimelines());
        GROUPS.put("rebalanceTimelines", new RebalanceTimelines());
        GROUPS.put("groupCoordinatorPartition", new CoordinatorPartition());
        GROUPS.put("segmentIndexes", new SegmentIndexes());
        GROUPS.put("indexLookup", new IndexLookup());
        GROUPS.put("segmentRoll", new SegmentRoll());
        GROUPS.put("retention", new Retention());
        GROUPS.put("cleaner", new Cleaning());
        GROUPS.put("cleanableOffsets", new CleanableOffsets());
        GROUPS.put("offsetMapCapacity", new OffsetMapCapacity());
        GROUPS.put("messageSize", new RecordChecks());
        GROUPS.put("compactedTopicValidation", new RecordChecks());
        GROUPS.put("timestampValidation", new RecordChecks());
        GROUPS.put("offsetCommitErrors", new OffsetCommitErrors());
        GROUPS.put("offsetsRetention", new OffsetsRetention());
        GROUPS.put("fetchVisibility", new FetchVisibility());
        GROUPS.put("acl", new Acls());
        GROUPS.put("quotaRate", new QuotaRate());
        GROUPS.put("tokenBucket", new TokenBuckets());
        GROUPS.put("quotaPrecedence", new QuotaPrecedence());
        GROUPS.put("quotaThrottleFormula", new QuotaThrottleFormula());
        GROUPS.put("controllerMutationQuota", new ControllerMutationQuotas());
        GROUPS.put("windows", new Windows());
        GROUPS.put("windowsFor", new WindowStarts());
    }

    private Vectors() {
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        // Some of Kafka's classes print.
        System.setOut(System.err);
        JsonNode groups = Json.MAPPER.readTree(new File(args[0])).get("groups");
        for (Map.Entry<String, Group> entry : GROUPS.entrySet()) {
            for (JsonNode vector : groups.get(entry.getKey())) {
                ObjectNode line = Json.object().put("group", entry.getKey()).put("id", vector.get("id").asText());
                try {
                    line.set("gave", entry.getValue().run(vector));
                } catch (Exception | LinkageError failure) {
                    line.put("failed", failure.toString());
                    failure.printStackTrace();
                }
                out.println(line);
            }
        }
        out.flush();
        // Kafka's quota managers keep threads.
        System.exit(0);
    }
}
