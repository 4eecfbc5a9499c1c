package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.OffsetIndex;
import org.apache.kafka.storage.internals.log.OffsetPosition;
import org.apache.kafka.storage.internals.log.TimeIndex;
import org.apache.kafka.storage.internals.log.TimestampOffset;

/** LogSegment: batches are appended one by one; then its indexes, and what is found through them. */
final class SegmentIndexes implements Group {
    private static final int NO_LEADER_EPOCH = -1;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        long baseOffset = vector.get("baseOffset").asLong();
        try (SegmentFiles files = new SegmentFiles(
            baseOffset, vector.get("indexIntervalBytes").asInt(), vector.get("segmentIndexBytes").asInt(), 0, new ManualTime(0)
        )) {
            LogSegment segment = files.segment;
            ObjectNode gave = Json.object();
            ArrayNode batches = gave.putArray("batches");
            for (JsonNode batch : vector.get("batches")) {
                List<Long> timestamps = new ArrayList<>();
                batch.get("timestamps").forEach(timestamp -> timestamps.add(timestamp.asLong()));
                MemoryRecords records = SegmentFiles.batch(batch.get("baseOffset").asLong(), timestamps, batch.get("sizeInBytes").asInt());
                ObjectNode appended = Json.copyOf(batch).put("position", segment.size());
                records.batches().forEach(one -> appended.put("lastOffset", one.lastOffset()).put("maxTimestamp", one.maxTimestamp()));
                segment.append(batch.get("lastOffset").asLong(), records);
                batches.add(appended);
            }
            gave.put("segmentSize", segment.size());
            gave.put("logFileName", segment.log().file().getName());
            gave.put("offsetIndexMaxEntries", segment.offsetIndex().maxEntries());
            gave.put("timeIndexMaxEntries", segment.timeIndex().maxEntries());
            gave.put("largestTimestamp", segment.largestTimestamp());
            addIndexes(gave, segment);
            ArrayNode byOffset = gave.putArray("offsetLookups");
            for (JsonNode lookup : vector.get("offsetLookups")) byOffset.add(lookUpOffset(segment, lookup.get("offset").asLong()));
            ArrayNode byTimestamp = gave.putArray("timestampLookups");
            for (JsonNode lookup : vector.get("timestampLookups")) byTimestamp.add(lookUpTimestamp(segment, lookup.get("timestamp").asLong()));
            segment.onBecomeInactiveSegment();
            addAfterRoll(gave, segment);
            return gave;
        }
    }

    private static void addIndexes(ObjectNode gave, LogSegment segment) throws IOException {
        OffsetIndex offsets = segment.offsetIndex();
        ArrayNode offsetIndex = gave.putArray("offsetIndex");
        for (int i = 0; i < offsets.entries(); i++) {
            OffsetPosition entry = offsets.entry(i);
            offsetIndex.addObject()
                .put("offset", entry.offset())
                .put("relativeOffset", offsets.relativeOffset(entry.offset()))
                .put("position", entry.position());
        }
        TimeIndex times = segment.timeIndex();
        ArrayNode timeIndex = gave.putArray("timeIndex");
        for (int i = 0; i < times.entries(); i++) timeIndex.add(entry(times.entry(i)));
    }

    private static ObjectNode lookUpOffset(LogSegment segment, long offset) throws IOException {
        OffsetPosition floor = segment.offsetIndex().lookup(offset);
        ObjectNode result = Json.object().put("offset", offset);
        result.putObject("indexEntry").put("offset", floor.offset()).put("position", floor.position());
        FileRecords.LogOffsetPosition found = segment.translateOffset(offset);
        if (found == null) result.putNull("found");
        else result.putObject("found")
            .put("batchLastOffset", segment.log().batchesFrom(found.position).iterator().next().lastOffset())
            .put("position", found.position)
            .put("batchSize", found.size);
        return result;
    }

    private static ObjectNode lookUpTimestamp(LogSegment segment, long timestamp) throws IOException {
        ObjectNode result = Json.object().put("timestamp", timestamp);
        result.set("timeIndexEntry", entry(segment.timeIndex().lookup(timestamp)));
        segment.findOffsetByTimestamp(timestamp, segment.baseOffset(), NO_LEADER_EPOCH).ifPresentOrElse(
            found -> result.putObject("result").put("offset", found.offset).put("timestamp", found.timestamp),
            () -> result.putNull("result")
        );
        return result;
    }

    private static void addAfterRoll(ObjectNode gave, LogSegment segment) throws IOException {
        TimeIndex times = segment.timeIndex();
        ObjectNode after = gave.putObject("afterRoll");
        after.set("timeIndexLastEntry", entry(times.lastEntry()));
        after.put("timeIndexEntries", times.entries());
        after.put("offsetIndexSizeBytes", segment.offsetIndex().length());
        after.put("timeIndexSizeBytes", times.length());
    }

    private static ObjectNode entry(TimestampOffset entry) {
        return Json.object().put("timestamp", entry.timestamp()).put("offset", entry.offset());
    }
}
