import type { KafkaErrorName } from '../../../shared/kafkaErrors.ts';
import type { ErrorText } from './ErrorText.ts';
import { administration } from './administration.ts';
import { groups } from './groups.ts';
import { producing } from './producing.ts';
import { routing } from './routing.ts';
import { security } from './security.ts';
import { servers } from './servers.ts';
import { transactions } from './transactions.ts';

/** By areas, in the order in which an index shows them; within, as Kafka counts them. */
export const ERROR_AREAS = { producing, routing, groups, transactions, administration, servers, security };
export type ErrorArea = keyof typeof ERROR_AREAS;

export const ERROR_TEXTS: Readonly<Record<KafkaErrorName, ErrorText>> = {
  ...producing,
  ...routing,
  ...groups,
  ...transactions,
  ...administration,
  ...servers,
  ...security,
};
