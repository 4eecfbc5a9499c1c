package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import org.apache.kafka.storage.internals.log.OffsetIndex;
import org.apache.kafka.storage.internals.log.OffsetPosition;
import org.apache.kafka.storage.internals.log.TimeIndex;
import org.apache.kafka.storage.internals.log.TimestampOffset;

/** OffsetIndex and TimeIndex alone. */
final class IndexLookup implements Group {
    private static final int OFFSET_ENTRY_BYTES = 8;
    private static final int TIME_ENTRY_BYTES = 12;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        ObjectNode gave = Json.object();
        try (TemporaryFolder folder = new TemporaryFolder()) {
            File file = new File(folder.file(), "index");
            if (vector.get("kind").asText().equals("offsetIndex")) lookUpOffsets(vector, file, gave);
            else lookUpTimes(vector, file, gave);
        }
        return gave;
    }

    private static void lookUpOffsets(JsonNode vector, File file, ObjectNode gave) throws IOException {
        ArrayNode lookups = gave.putArray("lookups");
        try (OffsetIndex index = new OffsetIndex(file, vector.get("baseOffset").asLong(), 100 * OFFSET_ENTRY_BYTES)) {
            vector.get("entries").forEach(entry -> index.append(entry.get(0).asLong(), entry.get(1).asInt()));
            for (JsonNode lookup : vector.get("lookups")) {
                OffsetPosition found = index.lookup(lookup.get("target").asLong());
                lookups.add(Json.copyOf(lookup).put("offset", found.offset()).put("position", found.position()));
            }
        }
    }

    private static void lookUpTimes(JsonNode vector, File file, ObjectNode gave) throws IOException {
        int maxBytes = vector.get("maxEntries").asInt() * TIME_ENTRY_BYTES;
        ArrayNode lookups = gave.putArray("lookups");
        try (TimeIndex index = new TimeIndex(file, vector.get("baseOffset").asLong(), maxBytes)) {
            vector.get("entries").forEach(entry -> index.maybeAppend(entry.get(0).asLong(), entry.get(1).asLong()));
            gave.put("isFullWith29Of30", index.isFull());
            for (JsonNode lookup : vector.get("lookups")) {
                TimestampOffset found = index.lookup(lookup.get("target").asLong());
                lookups.add(Json.copyOf(lookup).put("timestamp", found.timestamp()).put("offset", found.offset()));
            }
        }
    }
}
