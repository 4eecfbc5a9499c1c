package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Whether a client starts with some configs: it is made, and closed at once. */
final class ClientTrial {
    boolean handles(String what) {
        return what.equals("producer.try") || what.equals("consumer.try");
    }

    /** What its constructor throws, each exception with its class before what it says, the outermost first; null: it starts. */
    JsonNode handle(String what, JsonNode request) {
        Properties properties = new Properties();
        properties.putAll(Administration.textMap(request.get("configs")));
        properties.putIfAbsent("bootstrap.servers", request.get("bootstrap").asText());
        try {
            if (what.equals("producer.try")) new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()).close(Duration.ZERO);
            else new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()).close();
            return null;
        } catch (RuntimeException refused) {
            return new TextNode(describe(refused));
        }
    }

    private static String describe(Throwable thrown) {
        String said = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
        return thrown.getCause() == null ? said : said + ": " + describe(thrown.getCause());
    }
}
