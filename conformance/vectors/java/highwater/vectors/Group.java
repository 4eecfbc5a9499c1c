package highwater.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The runner of one group of vectors: gives a case's inputs to Kafka's classes. */
interface Group {
    /** What Kafka answered, in fields named and shaped as the vector has them. */
    ObjectNode run(JsonNode vector) throws Exception;
}
