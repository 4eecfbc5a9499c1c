package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.kafka.storage.internals.log.RollParams;

/** LogSegment.shouldRoll, asked before a batch is appended. */
final class SegmentRoll implements Group {
    private static final int INDEX_BYTES = 1 << 20;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        ManualTime time = new ManualTime(vector.get("segmentCreatedAtMs").asLong());
        long baseOffset = vector.get("segmentBaseOffset").asLong();
        try (SegmentFiles files = new SegmentFiles(baseOffset, 4096, INDEX_BYTES, vector.get("rollJitterMs").asLong(), time)) {
            int size = vector.get("segmentSize").asInt();
            if (size > 0) {
                List<Long> timestamps = List.of(vector.get("firstBatchMaxTimestamp").asLong());
                files.segment.append(baseOffset, SegmentFiles.batch(baseOffset, timestamps, size));
            }
            time.set(vector.get("nowMs").asLong());
            boolean roll = files.segment.shouldRoll(new RollParams(
                vector.get("segmentMs").asLong(),
                vector.get("segmentBytes").asInt(),
                vector.get("incomingMaxTimestamp").asLong(),
                vector.get("incomingLastOffset").asLong(),
                vector.get("incomingSize").asInt(),
                vector.get("nowMs").asLong()
            ));
            return Json.object().put("roll", roll);
        }
    }
}
