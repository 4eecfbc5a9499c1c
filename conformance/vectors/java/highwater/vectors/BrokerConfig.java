package highwater.vectors;

import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;

/** The configuration of a broker that sets no more than it must. */
final class BrokerConfig {
    private BrokerConfig() {
    }

    static KafkaConfig with(Map<String, String> overrides) {
        Properties properties = new Properties();
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", "1");
        properties.put("controller.quorum.voters", "1@localhost:9093");
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("listeners", "PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.putAll(overrides);
        return KafkaConfig.fromProps(properties, false);
    }
}
