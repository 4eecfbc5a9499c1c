package highwater;

import org.apache.kafka.common.protocol.Errors;

/** An exception by the name of its error code, as Kafka's protocol writes it; by its class where it has none of its own. */
final class ErrorName {
    static String of(Throwable thrown) {
        Errors error = Errors.forException(thrown);
        if (error != Errors.UNKNOWN_SERVER_ERROR && error.exception().getClass() == thrown.getClass()) return error.name();
        return thrown.getClass().getSimpleName();
    }

    private ErrorName() { }
}
