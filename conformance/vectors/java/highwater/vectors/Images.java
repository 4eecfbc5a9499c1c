package highwater.vectors;

import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadataImage;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;

/** A cluster's metadata: topics of one replica each. */
final class Images {
    private Images() {
    }

    static CoordinatorMetadataImage of(TopicIds topicIds, Map<String, Integer> partitionCounts) {
        MetadataDelta delta = new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
        partitionCounts.forEach((topic, count) -> {
            Uuid id = topicIds.idOf(topic);
            delta.replay(new TopicRecord().setTopicId(id).setName(topic));
            for (int partition = 0; partition < count; partition++)
                delta.replay(new PartitionRecord().setTopicId(id).setPartitionId(partition));
        });
        return new KRaftCoordinatorMetadataImage(delta.apply(MetadataProvenance.EMPTY));
    }
}
