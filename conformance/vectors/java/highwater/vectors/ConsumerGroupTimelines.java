package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroup;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;

/**
 * KIP-848: every ConsumerGroupHeartbeat of a timeline on GroupCoordinatorShard, and the group's state after each. A member that says the
 * epoch it was told last in the vector says here the one that this Kafka told it, as a client does; any other it says as it stands.
 */
final class ConsumerGroupTimelines implements Group {
    private static final String GROUP = "g";
    private static final String TOPIC = "t";
    /** The vector's zero: Kafka takes a time of zero for none. */
    private static final long START_MS = 1_000_000;

    /** Heartbeats that were sent and are not in the vector, with the epoch told last: member, time, and what it owns or null. */
    private record Unlisted(String member, long atMs, List<Integer> owned) {
    }

    /** "crash": A acknowledges at once, as in the other timelines, and goes on with its heartbeats while B is silent. */
    private static final Map<String, List<Unlisted>> UNLISTED = Map.of("kip848-04", crash());
    private static final int DEFAULT_REBALANCE_TIMEOUT_MS = 300_000;
    /** As its name says; the fields do not have it. */
    private static final Map<String, Integer> REBALANCE_TIMEOUT_MS = Map.of("kip848-05", 10_000);
    private static final Map<String, String> ASSIGNOR = Map.of("kip848-11", "range");

    private static List<Unlisted> crash() {
        List<Unlisted> unlisted = new ArrayList<>();
        unlisted.add(new Unlisted("A", 0, List.of(0, 1, 2, 3, 4, 5)));
        unlisted.add(new Unlisted("A", 5001, List.of(0, 1, 2)));
        for (long atMs = 10_001; atMs < 60_000; atMs += 5000) unlisted.add(new Unlisted("A", atMs, null));
        return unlisted;
    }

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        return new Timeline(vector).run();
    }

    private static final class Timeline {
        private final JsonNode vector;
        private final String id;
        private final TopicIds topicIds = new TopicIds();
        private final Coordinator coordinator;
        private final ObjectNode gave = Json.object();
        private final ArrayNode events = gave.putArray("events");
        private final List<Unlisted> unlisted;
        private final Map<String, String> instanceOf = new HashMap<>();
        private final Map<String, Integer> toldEpoch = new HashMap<>();
        private final Map<String, Integer> toldEpochInVector = new HashMap<>();
        private final Set<String> hasBeatUnlisted = new HashSet<>();

        Timeline(JsonNode vector) throws ReflectiveOperationException {
            this.vector = vector;
            id = vector.get("id").asText();
            JsonNode config = vector.get("config");
            coordinator = new Coordinator(
                Map.of(
                    "group.consumer.heartbeat.interval.ms", config.get("heartbeatIntervalMs").asText(),
                    "group.consumer.session.timeout.ms", config.get("sessionTimeoutMs").asText()
                ),
                Images.of(topicIds, Map.of(TOPIC, config.get("partitions").asInt()))
            );
            unlisted = new ArrayList<>(UNLISTED.getOrDefault(id, List.of()));
        }

        ObjectNode run() {
            for (JsonNode event : vector.get("events")) {
                long atMs = event.get("t").asLong();
                while (!unlisted.isEmpty() && isBefore(unlisted.get(0), atMs)) {
                    Unlisted next = unlisted.remove(0);
                    advanceTo(next.atMs);
                    hasBeatUnlisted.add(next.member);
                    heartbeat(next.member, request(next.member, toldEpoch.get(next.member), next.owned, null));
                }
                advanceTo(atMs);
                // Timers are no questions: they fire by themselves.
                if (!event.has("member")) continue;
                answer(event);
            }
            return gave;
        }

        /** The vector's first event is first. */
        private boolean isBefore(Unlisted one, long atMs) {
            return one.atMs < atMs || one.atMs == atMs && !events.isEmpty();
        }

        private void advanceTo(long ms) {
            coordinator.advanceTo(START_MS + ms, (key, wroteRecords) -> {
                if (!wroteRecords) return;
                ObjectNode fired = events.addObject().put("t", coordinator.time.milliseconds() - START_MS).put("event", "timer").put("key", key);
                fired.set("groupAfter", groupAfter());
            });
        }

        private void answer(JsonNode event) {
            String member = event.get("member").asText();
            JsonNode asked = event.get("request");
            int epoch = asked.get("memberEpoch").asInt();
            boolean isLastTold = hasBeatUnlisted.remove(member) || Objects.equals(epoch, toldEpochInVector.get(member));
            if (isLastTold) epoch = toldEpoch.get(member);
            JsonNode told = event.get("response").get("memberEpoch");
            if (told != null) toldEpochInVector.put(member, told.asInt());
            if (asked.has("instanceId")) instanceOf.put(member, asked.get("instanceId").asText());
            List<Integer> owned = null;
            if (asked.has("owned")) {
                owned = new ArrayList<>();
                for (JsonNode partition : asked.get("owned")) owned.add(partition.asInt());
            }
            ConsumerGroupHeartbeatRequestData request = request(member, epoch, owned, instanceOf.get(member));
            if (asked.path("full").asBoolean(false)) {
                request
                    .setSubscribedTopicNames(List.of(TOPIC))
                    .setRebalanceTimeoutMs(REBALANCE_TIMEOUT_MS.getOrDefault(id, DEFAULT_REBALANCE_TIMEOUT_MS))
                    .setServerAssignor(ASSIGNOR.get(id));
            }
            ObjectNode answered = events.addObject().put("t", coordinator.time.milliseconds() - START_MS).put("member", member);
            answered.set("request", asked);
            answered.set("response", heartbeat(member, request));
            answered.set("groupAfter", groupAfter());
        }

        private ConsumerGroupHeartbeatRequestData request(String member, int epoch, List<Integer> owned, String instance) {
            ConsumerGroupHeartbeatRequestData request = new ConsumerGroupHeartbeatRequestData()
                .setGroupId(GROUP)
                .setMemberId(member)
                .setMemberEpoch(epoch)
                .setInstanceId(instance);
            if (owned != null) {
                request.setTopicPartitions(owned.isEmpty()
                    ? List.of()
                    : List.of(new TopicPartitions().setTopicId(topicIds.idOf(TOPIC)).setPartitions(owned)));
            }
            return request;
        }

        private ObjectNode heartbeat(String member, ConsumerGroupHeartbeatRequestData request) {
            short version = ApiKeys.CONSUMER_GROUP_HEARTBEAT.latestVersion();
            Context context = new Context("User:ANONYMOUS", "127.0.0.1", ApiKeys.CONSUMER_GROUP_HEARTBEAT.id, version, member);
            ConsumerGroupHeartbeatResponseData response;
            try {
                response = coordinator.write(() -> Versions.call(coordinator.shard, "consumerGroupHeartbeat", context, request));
            } catch (ApiException refused) {
                return Json.object().put("error", Errors.forException(refused).name());
            }
            toldEpoch.put(member, response.memberEpoch());
            ObjectNode answer = Json.object()
                .put("error", Errors.forCode(response.errorCode()).name())
                .put("memberEpoch", response.memberEpoch());
            // A member that leaves is told no assignment.
            if (request.memberEpoch() < 0) return answer;
            if (response.assignment() == null) return answer.putNull("assignment");
            List<Integer> partitions = new ArrayList<>();
            response.assignment().topicPartitions().forEach(topic -> partitions.addAll(topic.partitions()));
            answer.set("assignment", Json.sortedNumbers(partitions));
            return answer;
        }

        private JsonNode groupAfter() {
            ConsumerGroup group = (ConsumerGroup) coordinator.group(GROUP);
            if (group == null) return Json.MAPPER.nullNode();
            ObjectNode after = Json.object()
                .put("state", group.stateAsString())
                .put("groupEpoch", group.groupEpoch())
                .put("assignmentEpoch", group.assignmentEpoch());
            ObjectNode members = after.putObject("members");
            new TreeMap<>(group.members()).forEach((memberId, member) -> members.set(memberId, memberAfter(group, member)));
            return after;
        }

        private static ObjectNode memberAfter(ConsumerGroup group, ConsumerGroupMember member) {
            ObjectNode after = Json.object().put("epoch", member.memberEpoch()).put("state", member.state().name());
            after.set("assigned", partitions(Versions.withoutEpochs(member.assignedPartitions())));
            after.set("pendingRevocation", partitions(Versions.withoutEpochs(member.partitionsPendingRevocation())));
            after.set("target", partitions(group.targetAssignment(member.memberId()).partitions()));
            return after;
        }

        private static ArrayNode partitions(Map<Uuid, Set<Integer>> byTopic) {
            return Json.sortedNumbers(byTopic.values().stream().flatMap(Collection::stream).toList());
        }
    }
}
