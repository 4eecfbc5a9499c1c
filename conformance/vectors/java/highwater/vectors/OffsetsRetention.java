package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopics;
import org.apache.kafka.common.protocol.ApiKeys;

/** GroupCoordinatorShard.cleanupGroupMetadata: a group is brought to its state, commits an offset, and time passes. */
final class OffsetsRetention implements Group {
    private static final String GROUP = "g";
    private static final long MINUTE_MS = 60_000;
    /** The vector's zero; the group forms before it. */
    private static final long START_MS = 1000;
    private static final long LATEST = Long.MAX_VALUE;
    private static final int SESSION_TIMEOUT_MS = 45_000;
    private static final int REBALANCE_TIMEOUT_MS = 300_000;
    private static final int NO_GENERATION = -1;
    private static final int NO_OFFSET = -1;

    /** Who commits. */
    private record Member(String id, int generation) {
    }

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        JsonNode group = vector.get("group");
        String topic = vector.get("topic").asText();
        Map<String, String> configs = Map.of(
            "offsets.retention.minutes", String.valueOf(vector.get("retentionMs").asLong() / MINUTE_MS),
            "group.initial.rebalance.delay.ms", "0"
        );
        Coordinator coordinator = new Coordinator(configs, Images.of(new TopicIds(), Map.of("t", 1, "old", 1)));
        Member member = switch (group.get("type").asText()) {
            case "classic" -> joinClassic(coordinator, Json.strings(group.get("subscribed")));
            case "consumer" -> joinConsumer(coordinator, Json.strings(group.get("subscribed")));
            default -> new Member("", NO_GENERATION);
        };
        coordinator.time.set(START_MS + vector.get("committedAtMs").asLong());
        commit(coordinator, member, topic);
        if (group.has("emptySinceMs")) {
            coordinator.time.set(START_MS + group.get("emptySinceMs").asLong());
            new ClassicCalls(coordinator).leave("client", member.id, null);
        }
        // The members' sessions go on: no timer fires.
        coordinator.time.set(START_MS + vector.get("nowMs").asLong());
        coordinator.write(() -> coordinator.shard.cleanupGroupMetadata());
        return Json.object().put("expect", committed(coordinator, topic) == NO_OFFSET);
    }

    private static Member joinClassic(Coordinator coordinator, List<String> topics) {
        ClassicCalls calls = new ClassicCalls(coordinator);
        ByteBuffer subscription = ConsumerProtocol.serializeSubscription(new Subscription(topics));
        byte[] metadata = new byte[subscription.remaining()];
        subscription.get(metadata);
        Map<String, byte[]> protocols = Map.of("range", metadata);
        String memberId = calls.join("client", "", null, protocols, SESSION_TIMEOUT_MS, REBALANCE_TIMEOUT_MS).join().memberId();
        var joining = calls.join("client", memberId, null, protocols, SESSION_TIMEOUT_MS, REBALANCE_TIMEOUT_MS);
        coordinator.advanceTo(1, (key, wroteRecords) -> { });
        JoinGroupResponseData joined = joining.join();
        calls.sync("client", memberId, null, joined.generationId(), "range", Map.of(memberId, new byte[0])).join();
        return new Member(memberId, joined.generationId());
    }

    private static Member joinConsumer(Coordinator coordinator, List<String> topics) {
        ConsumerGroupHeartbeatRequestData request = new ConsumerGroupHeartbeatRequestData()
            .setGroupId(GROUP)
            .setMemberId("A")
            .setMemberEpoch(0)
            .setRebalanceTimeoutMs(REBALANCE_TIMEOUT_MS)
            .setSubscribedTopicNames(topics)
            .setTopicPartitions(List.of());
        Context context = context(ApiKeys.CONSUMER_GROUP_HEARTBEAT);
        ConsumerGroupHeartbeatResponseData response =
            coordinator.write(() -> Versions.call(coordinator.shard, "consumerGroupHeartbeat", context, request));
        return new Member("A", response.memberEpoch());
    }

    private static void commit(Coordinator coordinator, Member member, String topic) {
        OffsetCommitRequestData request = new OffsetCommitRequestData()
            .setGroupId(GROUP)
            .setMemberId(member.id)
            .setGenerationIdOrMemberEpoch(member.generation)
            .setTopics(List.of(new OffsetCommitRequestTopic()
                .setName(topic)
                .setPartitions(List.of(new OffsetCommitRequestPartition().setPartitionIndex(0).setCommittedOffset(7)))));
        coordinator.write(() -> coordinator.shard.commitOffset(context(ApiKeys.OFFSET_COMMIT), request));
    }

    private static long committed(Coordinator coordinator, String topic) {
        OffsetFetchRequestGroup request = new OffsetFetchRequestGroup()
            .setGroupId(GROUP)
            .setTopics(List.of(new OffsetFetchRequestTopics().setName(topic).setPartitionIndexes(List.of(0))));
        return coordinator.shard.fetchOffsets(request, LATEST).topics().get(0).partitions().get(0).committedOffset();
    }

    private static Context context(ApiKeys api) {
        return new Context("User:ANONYMOUS", "127.0.0.1", api.id, 9, "client");
    }
}
