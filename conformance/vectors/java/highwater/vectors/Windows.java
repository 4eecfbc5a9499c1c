package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.SlidingWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;

/** Kafka Streams: counts in windows by TopologyTestDriver, and what each record makes it forward. */
final class Windows implements Group {
    private static final String INPUT = "in";

    @Override
    public ObjectNode run(JsonNode vector) throws Exception {
        List<ObjectNode> emitted = new ArrayList<>();
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped = builder
            .stream(INPUT, Consumed.with(Serdes.String(), Serdes.String()))
            .groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        KTable<Windowed<String>, Long> counts = count(grouped, vector);
        if (vector.get("suppressUntilClose").asBoolean())
            counts = counts.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()));
        counts.toStream().foreach((window, count) -> emitted.add(Json.object()
            .put("key", window.key())
            .put("start", window.window().start())
            .put("end", window.window().end())
            .put("count", count)));

        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "vectors");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        ObjectNode gave = Json.object();
        ArrayNode steps = gave.putArray("steps");
        try (TemporaryFolder folder = new TemporaryFolder(); TopologyTestDriver driver = driver(builder, config, folder)) {
            TestInputTopic<String, String> input = driver.createInputTopic(INPUT, new StringSerializer(), new StringSerializer());
            for (JsonNode step : vector.get("steps")) {
                emitted.clear();
                input.pipeInput(step.get("key").asText(), "value", step.get("ts").asLong());
                ObjectNode answered = Json.copyOf(step);
                answered.putArray("emits").addAll(emitted);
                steps.add(answered);
            }
        }
        return gave;
    }

    private static TopologyTestDriver driver(StreamsBuilder builder, Properties config, TemporaryFolder folder) {
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.file().getPath());
        return new TopologyTestDriver(builder.build(), config);
    }

    private static KTable<Windowed<String>, Long> count(KGroupedStream<String, String> grouped, JsonNode vector) {
        JsonNode params = vector.get("params");
        Duration grace = ms(params, "graceMs");
        switch (vector.get("windowType").asText()) {
            case "tumbling":
                return grouped.windowedBy(TimeWindows.ofSizeAndGrace(ms(params, "sizeMs"), grace)).count(counts());
            case "hopping":
                return grouped
                    .windowedBy(TimeWindows.ofSizeAndGrace(ms(params, "sizeMs"), grace).advanceBy(ms(params, "advanceMs")))
                    .count(counts());
            case "session":
                return grouped
                    .windowedBy(SessionWindows.ofInactivityGapAndGrace(ms(params, "gapMs"), grace))
                    .count(counts());
            case "sliding":
                return grouped
                    .windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(ms(params, "timeDifferenceMs"), grace))
                    .count(counts());
            default:
                throw new IllegalArgumentException(vector.get("windowType").asText());
        }
    }

    /** With its cache, as by default: the driver commits after each record, so that a window is forwarded once for each. */
    private static <S extends StateStore> Materialized<String, Long, S> counts() {
        return Materialized.with(Serdes.String(), Serdes.Long());
    }

    private static Duration ms(JsonNode params, String name) {
        return Duration.ofMillis(params.get(name).asLong());
    }
}
