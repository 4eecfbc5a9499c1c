package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.storage.internals.log.LogCleanerManager;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** LogCleanerManager.cleanableOffsets of a log with these segments: each holds its first and its last record. */
final class CleanableOffsets implements Group {
    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        Map<String, String> configs = Map.of(
            "cleanup.policy", "compact",
            "min.compaction.lag.ms", vector.get("minCompactionLagMs").asText(),
            "message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE)
        );
        try (LogFiles files = new LogFiles(configs, new ManualTime(0), vector.get("logStartOffset").asLong())) {
            UnifiedLog log = files.log;
            JsonNode segments = vector.get("nonActiveSegments");
            for (int i = 0; i < segments.size(); i++) {
                long end = i + 1 < segments.size() ? segments.get(i + 1).get("base").asLong() : vector.get("activeBase").asLong();
                fill(log, segments.get(i).get("base").asLong(), end, segments.get(i).get("largestTs").asLong(), vector);
                log.roll();
            }
            fill(log, vector.get("activeBase").asLong(), vector.get("logEndOffset").asLong(), vector.get("nowMs").asLong(), vector);
            log.updateHighWatermark(vector.get("highWatermark").asLong());
            check(vector, "logEndOffset", log.logEndOffset());
            check(vector, "lastStableOffset", log.lastStableOffset());
            check(vector, "activeBase", log.activeSegment().baseOffset());
            // Not public in every version.
            Object offsets = Reflection.method(LogCleanerManager.class, "cleanableOffsets", UnifiedLog.class, Optional.class, long.class)
                .invoke(null, log, Optional.of(vector.get("checkpoint").asLong()), vector.get("nowMs").asLong());
            ObjectNode gave = Json.object();
            gave.putObject("expect")
                .put("firstDirty", (long) Reflection.call(offsets, "firstDirtyOffset"))
                .put("firstUncleanable", (long) Reflection.call(offsets, "firstUncleanableDirtyOffset"))
                .put("forceCheckpointReset", (boolean) Reflection.call(offsets, "forceUpdateCheckpoint"));
            return gave;
        }
    }

    private static void fill(UnifiedLog log, long base, long end, long timestamp, JsonNode vector) {
        if (end > base) log.appendAsFollower(batch(base, timestamp, vector), 0);
        if (end > base + 1) log.appendAsFollower(batch(end - 1, timestamp, vector), 0);
    }

    /** Where the last stable offset is below the high watermark, a transaction is open that begins there. */
    private static MemoryRecords batch(long offset, long timestamp, JsonNode vector) {
        long lastStableOffset = vector.get("lastStableOffset").asLong();
        SimpleRecord record = new SimpleRecord(timestamp, new byte[] {'k'}, new byte[1]);
        return offset == lastStableOffset && lastStableOffset < vector.get("highWatermark").asLong()
            ? MemoryRecords.withTransactionalRecords(offset, Compression.NONE, 1L, (short) 0, 0, 0, record)
            : MemoryRecords.withRecords(offset, Compression.NONE, 0, record);
    }

    /** That the log is what the vector says. */
    private static void check(JsonNode vector, String field, long value) {
        if (vector.get(field).asLong() != value) throw new IllegalStateException(field + " is " + value);
    }
}
