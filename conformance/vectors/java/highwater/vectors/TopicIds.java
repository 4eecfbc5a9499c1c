package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/** Ids for topic names: in the order in which the names are first seen. */
final class TopicIds {
    private final Map<String, Uuid> ids = new HashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();

    Uuid idOf(String topic) {
        return ids.computeIfAbsent(topic, name -> {
            Uuid id = new Uuid(1L, ids.size() + 1L);
            names.put(id, name);
            return id;
        });
    }

    String nameOf(Uuid id) {
        return names.get(id);
    }

    /** {"topic": [0, 1]}, in its order: the uniform assignor takes partitions away in the order in which a member holds them. */
    Map<Uuid, Set<Integer>> partitions(JsonNode byTopic) {
        Map<Uuid, Set<Integer>> partitions = new LinkedHashMap<>();
        if (byTopic == null) return partitions;
        byTopic.fields().forEachRemaining(topic -> {
            Set<Integer> numbers = new LinkedHashSet<>();
            topic.getValue().forEach(number -> numbers.add(number.asInt()));
            partitions.put(idOf(topic.getKey()), numbers);
        });
        return partitions;
    }

    ObjectNode byName(Map<Uuid, Set<Integer>> partitions) {
        Map<String, Set<Integer>> byName = new HashMap<>();
        partitions.forEach((id, numbers) -> byName.put(nameOf(id), numbers));
        return Json.partitionsByTopic(byName);
    }
}
