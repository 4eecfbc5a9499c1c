package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** UnifiedLog.deleteOldSegments, with and without tiered storage. */
final class Retention implements Group {
    private static final Map<String, String> CONFIG_NAMES = Map.of(
        "cleanupPolicy", "cleanup.policy",
        "retentionMs", "retention.ms",
        "retentionBytes", "retention.bytes",
        "localRetentionMs", "local.retention.ms",
        "localRetentionBytes", "local.retention.bytes",
        "remoteStorageEnable", "remote.storage.enable",
        "remoteCopyDisable", "remote.log.copy.disable"
    );
    /** Rules of deleteOldSegments, in its order, by the field that counts what they delete. */
    private static final Map<String, String> RULES = Map.of(
        "deletedByStartOffset", "deleteLogStartOffsetBreachedSegments",
        "deletedBySize", "deleteRetentionSizeBreachedSegments",
        "deletedByTime", "deleteRetentionMsBreachedSegments"
    );

    /** A compacted topic takes no record without one. */
    private static final byte[] KEY = {'k'};

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        Map<String, String> configs = new HashMap<>(Map.of("message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE)));
        setAll(configs, vector.get("config"));
        ManualTime time = new ManualTime(0);
        // The second log is asked rule by rule, which deleteOldSegments does not tell apart.
        try (LogFiles whole = new LogFiles(configs, time); LogFiles byRule = new LogFiles(configs, time)) {
            ObjectNode gave = Json.object();
            ArrayNode ops = gave.putArray("ops");
            for (JsonNode op : vector.get("ops")) {
                ObjectNode done = Json.copyOf(op);
                ops.add(done);
                if (!op.get("op").asText().equals("retention")) {
                    if (op.has("set")) setAll(configs, op.get("set"));
                    for (LogFiles files : List.of(whole, byRule)) change(files.log, op, configs);
                    continue;
                }
                time.set(op.get("nowMs").asLong());
                done.set("expect", answersTo(op.get("expect"), whole.log, byRule.log));
            }
            return gave;
        }
    }

    private static void setAll(Map<String, String> configs, JsonNode given) {
        given.fields().forEachRemaining(field -> configs.put(CONFIG_NAMES.get(field.getKey()), field.getValue().asText()));
    }

    private static void change(UnifiedLog log, JsonNode op, Map<String, String> configs) throws IOException {
        switch (op.get("op").asText()) {
            case "append" -> {
                List<Long> timestamps = Collections.nCopies(op.get("records").asInt(), op.get("timestamp").asLong());
                log.appendAsLeader(SegmentFiles.batch(0, KEY, timestamps, op.get("bytes").asInt()), 0);
            }
            case "roll" -> log.roll();
            case "highWatermark" -> log.updateHighWatermark(op.get("offset").asLong());
            case "deleteRecords" -> log.maybeIncrementLogStartOffset(op.get("offset").asLong(), LogStartOffsetIncrementReason.ClientRecordDeletion);
            case "uploadedUpTo" -> log.updateHighestOffsetInRemoteStorage(op.get("offset").asLong());
            case "remoteLogStart" -> log.updateLogStartOffsetFromRemoteTier(op.get("offset").asLong());
            case "config" -> log.updateConfig(new LogConfig(configs));
            default -> throw new IllegalArgumentException(op.toString());
        }
    }

    /** What the vector expects of one pass, and no more: each vector names its own fields. */
    private static ObjectNode answersTo(JsonNode expect, UnifiedLog log, UnifiedLog byRule) throws Exception {
        int deleted = log.deleteOldSegments();
        ObjectNode all = Json.object();
        boolean isByStartOffsetOnly = !log.config().delete && log.config().compact;
        int sum = 0;
        for (String field : List.of("deletedByStartOffset", "deletedBySize", "deletedByTime")) {
            boolean holds = !isByStartOffsetOnly || field.equals("deletedByStartOffset");
            int count = holds ? (int) Reflection.method(UnifiedLog.class, RULES.get(field)).invoke(byRule) : 0;
            all.put(field, count);
            sum += count;
        }
        if (sum != deleted || !baseOffsets(log).equals(baseOffsets(byRule)))
            throw new IllegalStateException("the rules one by one delete " + sum + ", together " + deleted);
        all.put("deletedTotal", deleted);
        all.put("segmentCount", log.numberOfSegments());
        all.set("segmentBaseOffsets", baseOffsets(log));
        all.put("logStartOffset", log.logStartOffset());
        all.put("localLogStartOffset", log.localLogStartOffset());
        all.put("activeSegmentBytes", log.activeSegment().size());
        all.set("_kafkaAsserted", expect.get("_kafkaAsserted"));
        ObjectNode asked = Json.object();
        expect.fieldNames().forEachRemaining(field -> asked.set(field, all.get(field)));
        return asked;
    }

    private static ArrayNode baseOffsets(UnifiedLog log) {
        ArrayNode offsets = Json.array();
        for (LogSegment segment : log.logSegments()) offsets.add(segment.baseOffset());
        return offsets;
    }
}
