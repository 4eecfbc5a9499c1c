package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.classic.ClassicGroup;
import org.apache.kafka.coordinator.group.classic.ClassicGroupMember;
import org.apache.kafka.coordinator.group.classic.ClassicGroupState;

/** ClassicGroup.validateOffsetCommit; where there is no group, GroupCoordinatorShard.commitOffset. */
final class OffsetCommitErrors implements Group {
    private static final String GROUP = "g";
    private static final String MEMBER = "A";
    private static final int FIRST_VERSION_OF_MEMBER_EPOCHS = 9;
    /** Versions of OffsetCommit, which only the names of these vectors have. */
    private static final Map<String, Integer> VERSIONS = Map.of("oc-no-group-v8", 8);

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        return Json.object().put("expect", vector.get("groupState").isNull() ? withoutGroup(vector) : withGroup(vector));
    }

    private static String withGroup(JsonNode vector) {
        ClassicGroupState state = ClassicGroupState.valueOf(
            vector.get("groupState").asText().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT)
        );
        ClassicGroup group = new ClassicGroup(
            new LogContext(), GROUP, state, new ManualTime(0), vector.get("groupGeneration").asInt(),
            Optional.of("consumer"), Optional.of("range"), Optional.empty(), Optional.empty()
        );
        if (vector.get("memberKnown").asBoolean()) {
            JoinGroupRequestProtocolCollection protocols = new JoinGroupRequestProtocolCollection();
            protocols.add(new JoinGroupRequestProtocol().setName("range").setMetadata(new byte[0]));
            group.add(new ClassicGroupMember(MEMBER, Optional.empty(), "client", "host", 300_000, 45_000, "consumer", protocols));
        }
        try {
            group.validateOffsetCommit(
                vector.get("requestMemberId").asText(), null, vector.get("requestGeneration").asInt(), false, ApiKeys.OFFSET_COMMIT.latestVersion()
            );
            return Errors.NONE.name();
        } catch (ApiException refused) {
            return Errors.forException(refused).name();
        }
    }

    private static String withoutGroup(JsonNode vector) throws ReflectiveOperationException {
        Coordinator coordinator = new Coordinator(Map.of(), CoordinatorMetadataImage.EMPTY);
        int version = VERSIONS.getOrDefault(vector.get("id").asText(), FIRST_VERSION_OF_MEMBER_EPOCHS);
        OffsetCommitRequestData request = new OffsetCommitRequestData()
            .setGroupId(GROUP)
            .setMemberId(vector.get("requestMemberId").asText())
            .setGenerationIdOrMemberEpoch(vector.get("requestGeneration").asInt())
            .setTopics(List.of(new OffsetCommitRequestTopic()
                .setName("t")
                .setPartitions(List.of(new OffsetCommitRequestPartition().setPartitionIndex(0).setCommittedOffset(1)))));
        Context context = new Context("User:ANONYMOUS", "127.0.0.1", ApiKeys.OFFSET_COMMIT.id, version, "client");
        try {
            coordinator.write(() -> coordinator.shard.commitOffset(context, request));
        } catch (ApiException refused) {
            String versions = version < FIRST_VERSION_OF_MEMBER_EPOCHS ? "<= v8" : ">= v9";
            return Errors.forException(refused).name() + " (OffsetCommit " + versions + ")";
        }
        boolean isSimple = coordinator.group(GROUP) instanceof ClassicGroup group && group.isSimpleGroup();
        return Errors.NONE.name() + (isSimple ? " (a simple group is created)" : "");
    }
}
