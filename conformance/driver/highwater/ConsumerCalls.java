package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** What an application calls on its consumer between two polls, as a scenario's command says. Without partitions: all that it is assigned then. */
final class ConsumerCalls {
    static void make(KafkaConsumer<byte[], byte[]> consumer, JsonNode call, long zeroMs) {
        Collection<TopicPartition> partitions = call.hasNonNull("partitions")
                ? Administration.texts(call.get("partitions")).stream().map(Administration::partitionOf).collect(Collectors.toList())
                : consumer.assignment();
        switch (call.get("kind").asText()) {
            case "Seek" -> seek(consumer, call, partitions, zeroMs);
            case "PausePartitions" -> consumer.pause(partitions);
            case "ResumePartitions" -> consumer.resume(partitions);
            case "CommitOffsets" -> {
                Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
                for (JsonNode one : call.get("offsets"))
                    offsets.put(Administration.partitionOf(one.get("partition").asText()), new OffsetAndMetadata(one.get("offset").asLong()));
                consumer.commitSync(offsets);
            }
            default -> throw new IllegalArgumentException("unknown call " + call.get("kind"));
        }
    }

    private static void seek(KafkaConsumer<byte[], byte[]> consumer, JsonNode call, Collection<TopicPartition> partitions, long zeroMs) {
        // Kafka takes none for all that are assigned.
        if (partitions.isEmpty()) return;
        long value = call.path("value").asLong();
        switch (call.get("to").asText()) {
            case "beginning" -> consumer.seekToBeginning(partitions);
            case "end" -> consumer.seekToEnd(partitions);
            case "offset" -> partitions.forEach(partition -> consumer.seek(partition, value));
            case "timestamp" -> {
                Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(
                        partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> zeroMs + value)));
                for (TopicPartition partition : partitions) {
                    OffsetAndTimestamp place = found.get(partition);
                    if (place == null) consumer.seekToEnd(List.of(partition));
                    else consumer.seek(partition, place.offset());
                }
            }
            default -> throw new IllegalArgumentException("nobody seeks to " + call.get("to"));
        }
    }

    private ConsumerCalls() { }
}
