package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.MemberState;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;
import org.apache.kafka.coordinator.group.modern.consumer.CurrentAssignmentBuilder;

/** CurrentAssignmentBuilder: the next step of a KIP-848 member towards its target. */
final class Reconciliation implements Group {
    /** More than any partition of the vectors. */
    private static final int PARTITIONS = 100;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        TopicIds topicIds = new TopicIds();
        Map<String, Integer> topics = new HashMap<>();
        for (JsonNode partitions : List.of(vector.get("member").get("assigned"), vector.get("member").get("pendingRevocation"), vector.get("target")))
            partitions.fieldNames().forEachRemaining(topic -> topics.put(topic, PARTITIONS));
        CurrentAssignmentBuilder builder = new CurrentAssignmentBuilder(member(vector.get("member"), topicIds, topics))
            .withMetadataImage(Images.of(topicIds, topics))
            .withTargetAssignment(vector.get("targetEpoch").asInt(), new Assignment(topicIds.partitions(vector.get("target"))))
            .withCurrentPartitionEpoch((topic, partition) -> ownerEpoch(vector, topicIds, topic, partition))
            .withOwnedTopicPartitions(owned(vector.get("ownedReported"), topicIds));
        ObjectNode gave = Json.object();
        try {
            ConsumerGroupMember after = builder.build();
            ObjectNode expect = gave.putObject("expect")
                .put("memberId", after.memberId())
                .put("state", after.state().name())
                .put("memberEpoch", after.memberEpoch())
                .put("previousMemberEpoch", after.previousMemberEpoch());
            expect.set("assigned", topicIds.byName(Versions.withoutEpochs(after.assignedPartitions())));
            expect.set("pendingRevocation", topicIds.byName(Versions.withoutEpochs(after.partitionsPendingRevocation())));
        } catch (ApiException refused) {
            gave.putNull("expect");
            gave.put("error", refused.getClass().getSimpleName());
        }
        return gave;
    }

    private static ConsumerGroupMember member(JsonNode stored, TopicIds topicIds, Map<String, Integer> topics)
        throws ReflectiveOperationException {
        int epoch = stored.get("memberEpoch").asInt();
        ConsumerGroupMember.Builder builder = new ConsumerGroupMember.Builder(stored.get("memberId").asText())
            .setState(MemberState.valueOf(stored.get("state").asText()))
            .setMemberEpoch(epoch)
            .setPreviousMemberEpoch(stored.get("previousMemberEpoch").asInt())
            .setSubscribedTopicNames(new ArrayList<>(topics.keySet()));
        Method assigned = ConsumerGroupMember.Builder.class.getMethod("setAssignedPartitions", Map.class);
        assigned.invoke(builder, Versions.withEpochs(topicIds.partitions(stored.get("assigned")), epoch));
        Method pending = ConsumerGroupMember.Builder.class.getMethod("setPartitionsPendingRevocation", Map.class);
        pending.invoke(builder, Versions.withEpochs(topicIds.partitions(stored.get("pendingRevocation")), epoch));
        return builder.build();
    }

    /** -1: nobody owns it. */
    private static int ownerEpoch(JsonNode vector, TopicIds topicIds, Uuid topic, int partition) {
        return vector.get("partitionEpochs").path(topicIds.nameOf(topic) + ":" + partition).asInt(-1);
    }

    private static List<TopicPartitions> owned(JsonNode reported, TopicIds topicIds) {
        if (reported.isNull()) return null;
        List<TopicPartitions> owned = new ArrayList<>();
        topicIds.partitions(reported).forEach((topic, partitions) ->
            owned.add(new TopicPartitions().setTopicId(topic).setPartitions(new ArrayList<>(partitions))));
        return owned;
    }
}
