package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;

/** SkimpyOffsetMap: how many keys one pass of the cleaner can hold. */
final class OffsetMapCapacity implements Group {
    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        // As LogCleaner.CleanerThread makes it: each thread has its part of the buffer, at most 2 GB.
        long bytes = Math.min(vector.get("dedupeBufferBytes").asLong() / vector.get("cleanerThreads").asInt(), Integer.MAX_VALUE);
        SkimpyOffsetMap map = new SkimpyOffsetMap((int) bytes);
        return Json.object()
            .put("bytesPerEntry", map.bytesPerEntry)
            .put("slots", map.slots())
            // As Cleaner.buildOffsetMap computes it.
            .put("maxKeysPerPass", (int) (map.slots() * vector.get("loadFactor").asDouble()));
    }
}
