/** Of every JVM: small, and quick to start. */
export const JAVA_OPTIONS: readonly string[] = [
  '-Xmx256m',
  '-Xms48m',
  '-Xss512k',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Xshare:auto',
  '-Djava.net.preferIPv4Stack=true',
  '-Dlog4j2.configurationFile=conformance/log4j2.xml',
];
