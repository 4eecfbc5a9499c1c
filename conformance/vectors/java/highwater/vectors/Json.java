package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

final class Json {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        if (array != null) array.forEach(node -> strings.add(node.asText()));
        return strings;
    }

    /** Null where the vector has null or nothing. */
    static String text(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node == null || node.isNull() ? null : node.asText();
    }

    static int integer(JsonNode object, String field, int otherwise) {
        JsonNode node = object.get(field);
        return node == null || node.isNull() ? otherwise : node.asInt();
    }

    /** A copy of an event's or a lookup's inputs, for the answers to be written into. */
    static ObjectNode copyOf(JsonNode object) {
        return object.deepCopy();
    }

    static ArrayNode sortedNumbers(Collection<Integer> numbers) {
        ArrayNode array = array();
        new TreeSet<>(numbers).forEach(array::add);
        return array;
    }

    static ArrayNode sortedTexts(Collection<String> texts) {
        ArrayNode array = array();
        new TreeSet<>(texts).forEach(array::add);
        return array;
    }

    /** {topic: sorted partitions}, without topics that have none. */
    static ObjectNode partitionsByTopic(Map<String, ? extends Collection<Integer>> partitions) {
        ObjectNode object = object();
        new TreeMap<>(partitions).forEach((topic, ids) -> {
            if (!ids.isEmpty()) object.set(topic, sortedNumbers(ids));
        });
        return object;
    }
}
