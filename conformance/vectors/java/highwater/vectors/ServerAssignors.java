package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignorException;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/** The assignors of KIP-848: org.apache.kafka.coordinator.group.assignor.{RangeAssignor, UniformAssignor}. */
final class ServerAssignors implements Group {
    @Override
    public ObjectNode run(JsonNode vector) {
        ConsumerGroupPartitionAssignor assignor = vector.get("assignor").asText().equals("range") ? new RangeAssignor() : new UniformAssignor();
        TopicIds topicIds = new TopicIds();
        Map<Uuid, Integer> partitionCounts = new LinkedHashMap<>();
        vector.get("topics").fields().forEachRemaining(topic -> partitionCounts.put(topicIds.idOf(topic.getKey()), topic.getValue().asInt()));
        Map<String, JsonNode> members = new HashMap<>();
        vector.get("members").forEach(member -> members.put(member.get("id").asText(), member));

        Map<String, MemberSubscriptionAndAssignmentImpl> specification = new LinkedHashMap<>();
        Map<Uuid, Map<Integer, String>> ownerOf = new HashMap<>();
        Set<Set<String>> subscriptions = new HashSet<>();
        for (String id : memberOrder(vector)) {
            JsonNode member = members.get(id);
            Set<Uuid> subscribed = new LinkedHashSet<>();
            // In the order of the topics, for that is the order in which they are walked.
            Set<String> names = new LinkedHashSet<>(Json.strings(member.get("topics")));
            vector.get("topics").fieldNames().forEachRemaining(topic -> {
                if (names.contains(topic)) subscribed.add(topicIds.idOf(topic));
            });
            names.forEach(topic -> subscribed.add(topicIds.idOf(topic)));
            subscriptions.add(names);
            Map<Uuid, Set<Integer>> current = topicIds.partitions(member.get("current"));
            current.forEach((topic, partitions) ->
                partitions.forEach(partition -> ownerOf.computeIfAbsent(topic, any -> new HashMap<>()).put(partition, id)));
            specification.put(id, new MemberSubscriptionAndAssignmentImpl(
                Optional.ofNullable(Json.text(member, "rack")),
                Optional.ofNullable(Json.text(member, "instanceId")),
                subscribed,
                new Assignment(current)
            ));
        }
        SubscriptionType type = subscriptions.size() > 1 ? SubscriptionType.HETEROGENEOUS : SubscriptionType.HOMOGENEOUS;
        ObjectNode gave = Json.object();
        try {
            GroupAssignment assignment = assignor.assign(new GroupSpecImpl(specification, type, ownerOf), describer(partitionCounts));
            ObjectNode expect = Json.object();
            assignment.members().forEach((member, assigned) -> expect.set(member, topicIds.byName(assigned.partitions())));
            gave.set("expect", expect);
        } catch (PartitionAssignorException refused) {
            gave.put("expectError", refused.getClass().getSimpleName());
        }
        return gave;
    }

    private static List<String> memberOrder(JsonNode vector) {
        if (vector.has("memberIterationOrder")) return Json.strings(vector.get("memberIterationOrder"));
        List<String> order = new ArrayList<>();
        vector.get("members").forEach(member -> order.add(member.get("id").asText()));
        return order;
    }

    private static SubscribedTopicDescriber describer(Map<Uuid, Integer> partitionCounts) {
        return new SubscribedTopicDescriber() {
            @Override
            public int numPartitions(Uuid topicId) {
                return partitionCounts.getOrDefault(topicId, -1);
            }

            @Override
            public Set<String> racksForPartition(Uuid topicId, int partition) {
                return Set.of();
            }
        };
    }
}
