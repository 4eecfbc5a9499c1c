package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.storage.internals.log.RecordValidationException;

/** UnifiedLog.appendAsLeader with LogValidator in it: what of a producer's batch is refused, by size, key or timestamp. */
final class RecordChecks implements Group {
    private static final long LARGEST_IN_VECTORS = 9007199254740991L;
    private static final Map<String, String> CONFIG_NAMES = Map.of(
        "maxMessageBytes", "max.message.bytes",
        "segmentBytes", "segment.bytes",
        "cleanupPolicy", "cleanup.policy",
        "messageTimestampType", "message.timestamp.type",
        "beforeMaxMs", "message.timestamp.before.max.ms",
        "afterMaxMs", "message.timestamp.after.max.ms"
    );

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        Map<String, String> configs = new HashMap<>();
        CONFIG_NAMES.forEach((field, config) -> {
            if (!vector.has(field)) return;
            boolean isLargest = vector.get(field).asLong() == LARGEST_IN_VECTORS;
            configs.put(config, isLargest ? String.valueOf(Long.MAX_VALUE) : vector.get(field).asText());
        });
        ManualTime time = new ManualTime(vector.path("nowMs").asLong());
        try (LogFiles files = new LogFiles(configs, time)) {
            return Json.object().put("expect", append(files, batch(vector)));
        }
    }

    private static MemoryRecords batch(JsonNode vector) {
        if (vector.has("batchSizeInBytes")) return SegmentFiles.batch(0, List.of(0L), vector.get("batchSizeInBytes").asInt());
        if (vector.has("record")) {
            JsonNode record = vector.get("record");
            return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(0L, bytes(record.get("key")), bytes(record.get("value"))));
        }
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(vector.get("recordTimestamp").asLong(), bytes(null), new byte[1]));
    }

    private static String append(LogFiles files, MemoryRecords batch) throws Exception {
        long given = timestampOf(batch.records());
        try {
            files.log.appendAsLeader(batch, 0);
        } catch (RecordValidationException refused) {
            return Errors.forException(refused.invalidException()).name();
        } catch (ApiException refused) {
            return Errors.forException(refused).name();
        }
        long stored = timestampOf(files.log.activeSegment().log().records());
        return stored == given ? "OK" : "OK (overwritten with " + stored + ")";
    }

    private static long timestampOf(Iterable<Record> records) {
        return records.iterator().next().timestamp();
    }

    private static byte[] bytes(JsonNode text) {
        return text == null || text.isNull() ? null : text.asText().getBytes(StandardCharsets.UTF_8);
    }
}
