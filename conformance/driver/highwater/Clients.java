package highwater;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The producers and consumers of a scenario, by the name that the scenario gives them. */
final class Clients {
    private final Map<String, ProducerApplication> producers = new ConcurrentHashMap<>();
    private final Map<String, ConsumerApplication> consumers = new ConcurrentHashMap<>();
    private final Map<String, ShareConsumerApplication> shareConsumers = new ConcurrentHashMap<>();

    boolean handles(String what) {
        return what.startsWith("producer.") || what.startsWith("consumer.") || what.equals("clients.end");
    }

    JsonNode handle(String what, JsonNode request) throws Exception {
        if (what.equals("clients.end")) {
            producers.values().forEach(ProducerApplication::kill);
            consumers.values().forEach(ConsumerApplication::kill);
            shareConsumers.values().forEach(ShareConsumerApplication::close);
            shareConsumers.clear();
            producers.clear();
            consumers.clear();
            return null;
        }
        String name = request.get("client").asText();
        if (what.startsWith("consumer.") && (request.hasNonNull("share") || shareConsumers.containsKey(name))) return handleShare(what, name, request);
        switch (what) {
            case "producer.start" -> producers.computeIfAbsent(name, key -> new ProducerApplication(request)).start(request);
            case "producer.send" -> producers.get(name).sendNow(request.get("count").asInt(), request);
            case "producer.initTransactions", "producer.beginTransaction", "producer.sendOffsetsToTransaction",
                 "producer.commitTransaction", "producer.abortTransaction" ->
                    producers.get(name).transact(what.substring("producer.".length()), request);
            case "producer.flush" -> producers.get(name).flush();
            case "producer.clock" -> producers.get(name).setClock(request.get("offsetMs").asLong());
            case "producer.pause" -> producers.get(name).pause();
            case "producer.resume" -> producers.get(name).resume();
            case "producer.close" -> producers.get(name).close();
            case "producer.kill" -> producers.get(name).kill();
            case "producer.results" -> {
                ProducerApplication producer = producers.get(name);
                return producer == null ? null : producer.results();
            }
            case "consumer.start" -> {
                ConsumerApplication consumer = consumers.computeIfAbsent(name, key -> new ConsumerApplication(request));
                if (request.hasNonNull("output"))
                    consumer.sendsWith(producers.get(request.get("output").asText()), request.get("restartAfterMs").asLong());
                consumer.start(request);
            }
            case "consumer.stall" -> consumers.get(name).stall(true);
            case "consumer.unstall" -> consumers.get(name).stall(false);
            case "consumer.call" -> consumers.get(name).call(request);
            case "consumer.close" -> consumers.get(name).close();
            case "consumer.kill" -> consumers.get(name).kill();
            case "consumer.results" -> {
                ConsumerApplication consumer = consumers.get(name);
                return consumer == null ? null : consumer.results();
            }
            default -> throw new IllegalArgumentException("unknown request " + what);
        }
        return null;
    }

    /** A share consumer; one that is killed has a process of its own, which ends. */
    private JsonNode handleShare(String what, String name, JsonNode request) {
        if (what.equals("consumer.start")) {
            shareConsumers.computeIfAbsent(name, key -> new ShareConsumerApplication(request)).start(request);
            return null;
        }
        ShareConsumerApplication consumer = shareConsumers.get(name);
        switch (what) {
            case "consumer.stall" -> consumer.stall(true);
            case "consumer.unstall" -> consumer.stall(false);
            case "consumer.close", "consumer.kill" -> consumer.close();
            case "consumer.results" -> {
                return consumer.results();
            }
            default -> throw new IllegalArgumentException("unknown request " + what);
        }
        return null;
    }
}
