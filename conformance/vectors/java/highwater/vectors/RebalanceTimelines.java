package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.classic.ClassicGroup;

/**
 * The classic protocol end to end: GroupCoordinatorShard, the client's own assignor and protocol, and between them a client as
 * simple as the vectors say: it polls always, beats every three seconds, and rejoins when it is told to.
 */
final class RebalanceTimelines implements Group {
    private static final String TOPIC = "t";
    private static final int SESSION_TIMEOUT_MS = 45_000;
    private static final int REBALANCE_TIMEOUT_MS = 300_000;
    private static final int INITIAL_DELAY_MS = 3000;
    private static final int NO_GENERATION = -1;
    /** By then the group is stable; the vector's clock starts here. */
    private static final long START_MS = 10_000;

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        return new Timeline(vector).run();
    }

    private static final class Client {
        final String name;
        String memberId = "";
        int generation = NO_GENERATION;
        Set<Integer> owned = new TreeSet<>();
        CompletableFuture<JoinGroupResponseData> joining;
        CompletableFuture<SyncGroupResponseData> syncing;
        Long heartbeatAtMs;
        boolean mustRejoin;

        Client(String name) {
            this.name = name;
        }
    }

    private static final class Timeline {
        private final JsonNode vector;
        private final String assignor;
        private final boolean isEager;
        private final int partitions;
        private final long heartbeatMs;
        private final ClassicCalls calls;
        private final Map<String, Client> clients = new TreeMap<>();
        private final Map<String, String> clientOfMemberId = new HashMap<>();
        private final ArrayNode events = Json.array();
        private final Map<Integer, Long> idleMs = new TreeMap<>();
        private long ownedSinceMs;
        private boolean isRecording;

        Timeline(JsonNode vector) throws ReflectiveOperationException {
            this.vector = vector;
            assignor = vector.get("assignor").asText();
            isEager = assignor.equals("range");
            partitions = vector.get("partitions").asInt();
            heartbeatMs = vector.get("heartbeatIntervalMs").asLong();
            Map<String, String> configs = Map.of("group.initial.rebalance.delay.ms", String.valueOf(INITIAL_DELAY_MS));
            calls = new ClassicCalls(new Coordinator(configs, CoordinatorMetadataImage.EMPTY));
        }

        ObjectNode run() {
            // What the vector asks: who is there at first, what happens at 0, and when the others' heartbeats are.
            JsonNode first = vector.get("events").get(0);
            JsonNode trigger = vector.get("events").get(1);
            first.get("owned").fieldNames().forEachRemaining(name -> clients.put(name, new Client(name)));
            clients.values().forEach(this::join);
            advanceTo(START_MS);
            settle();
            isRecording = true;
            ownedSinceMs = START_MS;
            record(null, "start of recording (group stable)");
            clients.values().forEach(client -> client.heartbeatAtMs = null);
            vector.get("heartbeatPhaseMs").fields().forEachRemaining(
                phase -> clients.get(phase.getKey()).heartbeatAtMs = START_MS + phase.getValue().asLong()
            );
            trigger(trigger.get("member").asText(), trigger.get("event").asText());
            settle();
            long lastMs = START_MS + vector.get("events").get(vector.get("events").size() - 1).get("t").asLong();
            while (true) {
                Client next = null;
                for (Client client : clients.values())
                    if (client.heartbeatAtMs != null && (next == null || client.heartbeatAtMs < next.heartbeatAtMs)) next = client;
                // One round of heartbeats more than the vector has, for what it may not have.
                if (next == null || next.heartbeatAtMs > lastMs + heartbeatMs) break;
                advanceTo(next.heartbeatAtMs);
                heartbeat(next);
                settle();
            }
            ObjectNode gave = Json.object();
            gave.set("events", events);
            ObjectNode idle = gave.putObject("idleMsPerPartition");
            for (int partition = 0; partition < partitions; partition++) idle.put(String.valueOf(partition), idleMs.getOrDefault(partition, 0L));
            return gave;
        }

        private void trigger(String name, String what) {
            if (what.equals("LeaveGroup")) {
                Client client = clients.get(name);
                calls.leave(name, client.memberId, null);
                own(client, Set.of());
                client.heartbeatAtMs = null;
                record(client, "LeaveGroup");
                return;
            }
            Client client = new Client(name);
            clients.put(name, client);
            join(client);
        }

        private void heartbeat(Client client) {
            client.heartbeatAtMs += heartbeatMs;
            Errors error = calls.heartbeat(client.name, client.memberId, null, client.generation);
            if (error == Errors.NONE) return;
            record(client, "Heartbeat").put("error", error.name());
            if (error != Errors.REBALANCE_IN_PROGRESS) throw new IllegalStateException(client.name + ": " + error);
            rejoin(client);
        }

        private void rejoin(Client client) {
            client.heartbeatAtMs = null;
            client.mustRejoin = false;
            if (isEager && !client.owned.isEmpty()) {
                Set<Integer> revoked = client.owned;
                own(client, Set.of());
                ObjectNode event = record(client, "revoked");
                event.set("partitions", Json.sortedNumbers(revoked));
                event.put("why", "eager: everything before JoinGroup");
            }
            join(client);
        }

        /** It is answered at once only if it was the last one that was waited for. */
        private void join(Client client) {
            Map<String, byte[]> protocols = Map.of(assignor, subscription(client));
            client.joining = calls.join(client.name, client.memberId, null, protocols, SESSION_TIMEOUT_MS, REBALANCE_TIMEOUT_MS);
            if (client.joining.isDone() && client.joining.join().errorCode() == Errors.MEMBER_ID_REQUIRED.code()) {
                client.memberId = client.joining.join().memberId();
                clientOfMemberId.put(client.memberId, client.name);
                client.joining = calls.join(client.name, client.memberId, null, protocols, SESSION_TIMEOUT_MS, REBALANCE_TIMEOUT_MS);
            }
            if (client.joining.isDone()) onJoined(client);
            else record(client, "JoinGroup sent");
        }

        /** Answers reach the clients by their names, each goes on at once; those that must rejoin do so when nobody else has an answer. */
        private void settle() {
            boolean hasChanged = true;
            while (hasChanged) {
                hasChanged = false;
                for (Client client : clients.values()) {
                    while (client.joining != null && client.joining.isDone() || client.syncing != null && client.syncing.isDone()) {
                        hasChanged = true;
                        if (client.joining != null && client.joining.isDone()) onJoined(client);
                        else onSynced(client);
                    }
                }
                if (hasChanged) continue;
                for (Client client : clients.values()) {
                    if (!client.mustRejoin) continue;
                    rejoin(client);
                    hasChanged = true;
                }
            }
        }

        private void onJoined(Client client) {
            JoinGroupResponseData response = client.joining.join();
            client.joining = null;
            boolean isLeader = response.leader().equals(response.memberId());
            record(client, "JoinGroup answered").put("error", Errors.forCode(response.errorCode()).name()).put("leader", isLeader);
            if (response.errorCode() != Errors.NONE.code()) throw new IllegalStateException(client.name + ": " + response);
            client.generation = response.generationId();
            Map<String, byte[]> assignments = isLeader ? assignments(response) : Map.of();
            client.syncing = calls.sync(client.name, client.memberId, null, client.generation, assignor, assignments);
        }

        private void onSynced(Client client) {
            SyncGroupResponseData response = client.syncing.join();
            client.syncing = null;
            if (response.errorCode() != Errors.NONE.code()) throw new IllegalStateException(client.name + ": " + response);
            Set<Integer> assigned = new TreeSet<>();
            ConsumerProtocol.deserializeAssignment(ByteBuffer.wrap(response.assignment())).partitions()
                .forEach(partition -> assigned.add(partition.partition()));
            Set<Integer> added = new TreeSet<>(assigned);
            added.removeAll(client.owned);
            Set<Integer> revoked = new TreeSet<>(client.owned);
            revoked.removeAll(assigned);
            own(client, assigned);
            client.heartbeatAtMs = calls.coordinator.time.milliseconds() + heartbeatMs;
            ObjectNode event = record(client, "assigned");
            event.set("added", Json.sortedNumbers(added));
            if (isEager) return;
            event.set("revokedNow", Json.sortedNumbers(revoked));
            client.mustRejoin = !revoked.isEmpty();
        }

        private byte[] subscription(Client client) {
            List<TopicPartition> owned = partitionsOf(client.owned);
            ByteBuffer userData = ClientAssignors.userData(assignor, List.of(TOPIC), owned, client.generation);
            Subscription subscription = new Subscription(List.of(TOPIC), userData, owned, client.generation, Optional.empty());
            return bytes(ConsumerProtocol.serializeSubscription(subscription));
        }

        /** The leader's assignor sees the members under their clients' names, so that no random member id decides. */
        private Map<String, byte[]> assignments(JoinGroupResponseData response) {
            Map<String, String> memberIdOf = new HashMap<>();
            Map<String, Subscription> subscriptions = new HashMap<>();
            response.members().forEach(member -> {
                String name = clientOfMemberId.get(member.memberId());
                memberIdOf.put(name, member.memberId());
                subscriptions.put(name, ConsumerProtocol.deserializeSubscription(ByteBuffer.wrap(member.metadata())));
            });
            List<PartitionInfo> infos = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++)
                infos.add(new PartitionInfo(TOPIC, partition, Node.noNode(), new Node[0], new Node[0]));
            Cluster cluster = new Cluster("cluster", List.of(), infos, Set.of(), Set.of());
            Map<String, Assignment> assigned =
                ClientAssignors.assignorOf(assignor).assign(cluster, new GroupSubscription(subscriptions)).groupAssignment();
            Map<String, byte[]> assignments = new LinkedHashMap<>();
            assigned.forEach((name, assignment) ->
                assignments.put(memberIdOf.get(name), bytes(ConsumerProtocol.serializeAssignment(assignment))));
            return assignments;
        }

        private void own(Client client, Collection<Integer> owned) {
            countIdle();
            client.owned = new TreeSet<>(owned);
        }

        /** How long nobody has owned what nobody owns now, since somebody's ownership changed last. */
        private void countIdle() {
            if (!isRecording) return;
            long nowMs = calls.coordinator.time.milliseconds();
            for (int partition = 0; partition < partitions; partition++) {
                int one = partition;
                if (clients.values().stream().noneMatch(client -> client.owned.contains(one)))
                    idleMs.merge(partition, nowMs - ownedSinceMs, Long::sum);
            }
            ownedSinceMs = nowMs;
        }

        private void advanceTo(long ms) {
            calls.coordinator.advanceTo(ms, (key, wroteRecords) -> settle());
        }

        private ObjectNode record(Client client, String what) {
            ObjectNode event = isRecording ? events.addObject() : Json.object();
            event.put("t", calls.coordinator.time.milliseconds() - START_MS);
            if (client != null) event.put("member", client.name);
            event.put("event", what);
            ObjectNode owned = event.putObject("owned");
            clients.values().forEach(one -> owned.set(one.name, Json.sortedNumbers(one.owned)));
            ClassicGroup group = calls.group();
            return event.put("groupState", group == null ? null : group.stateAsString())
                .put("generation", group == null ? NO_GENERATION : group.generationId());
        }

        private static List<TopicPartition> partitionsOf(Set<Integer> numbers) {
            return numbers.stream().map(number -> new TopicPartition(TOPIC, number)).toList();
        }

        private static byte[] bytes(ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }
    }
}
