import type { DisconnectReason, ReplyAddress } from '../../node/Node.ts';
import type {
  AddOffsetsToTxnRequest,
  AddPartitionsToTxnRequest,
  DescribeTransactionsRequest,
  EndTxnRequest,
  InitProducerIdRequest,
  ListTransactionsRequest,
  WriteTxnMarkersResponse,
} from '../../protocol/requests.ts';
import type { BrokerId } from '../../../shared/units.ts';
import type { CoordinatorHost } from '../coordinator/CoordinatorShard.ts';
import { addOffsetsToTxn, addPartitionsToTxn } from './addPartitionsToTxn.ts';
import { endTransaction } from './endTransaction.ts';
import { initProducerId } from './initProducerId.ts';
import { describeTransactions, listTransactions } from './listTransactions.ts';
import {
  onMarkerChannelDisconnected,
  onMarkerChannelTimer,
  onMarkersAnswered,
  wakeSender,
} from './sendMarkers.ts';
import { TRANSACTION_COORDINATOR } from './transactionCoordinator.ts';
import { TransactionContext } from './TransactionContext.ts';

// What reaches a broker for its coordinators of transactions. Kafka: `KafkaApis` (4.2).

export type TransactionRequest =
  | AddPartitionsToTxnRequest
  | AddOffsetsToTxnRequest
  | EndTxnRequest
  | DescribeTransactionsRequest
  | ListTransactionsRequest;

function contextOf(host: CoordinatorHost): TransactionContext {
  return new TransactionContext(TRANSACTION_COORDINATOR, host);
}

export function handleInitProducerId(
  request: InitProducerIdRequest & { readonly transactionalId: string },
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  initProducerId(contextOf(host), request.transactionalId, request, replyTo);
}

export function handleTransactionRequest(
  request: TransactionRequest,
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  const context = contextOf(host);
  switch (request.kind) {
    case 'AddPartitionsToTxnRequest':
      addPartitionsToTxn(context, request, replyTo);
      return;
    case 'AddOffsetsToTxnRequest':
      addOffsetsToTxn(context, request, replyTo);
      return;
    case 'EndTxnRequest': {
      const { transactionalId, apiVersion, producerId, producerEpoch, committed } = request;
      const clientTransactionVersion = apiVersion > 4 ? 2 : 0;
      const asked = {
        producerId,
        producerEpoch,
        committed,
        isFromClient: true,
        clientTransactionVersion,
      } as const;
      endTransaction(context, transactionalId, asked, { kind: 'EndTxn', replyTo });
      return;
    }
    case 'DescribeTransactionsRequest':
      host.broker.answer(replyTo, describeTransactions(context, request), host.ctx);
      return;
    case 'ListTransactionsRequest':
      host.broker.answer(replyTo, listTransactions(context, request), host.ctx);
  }
}

export function handleMarkersAnswer(
  response: WriteTxnMarkersResponse,
  correlationId: number,
  host: CoordinatorHost,
): void {
  onMarkersAnswered(contextOf(host), response, correlationId);
}

/** A connection with another broker, or with itself, ended. */
export function onMarkerTargetDisconnected(
  target: BrokerId,
  reason: DisconnectReason,
  connection: number,
  host: CoordinatorHost,
): void {
  onMarkerChannelDisconnected(contextOf(host), target, reason, connection);
}

export function onMarkerTimer(target: BrokerId, host: CoordinatorHost): void {
  onMarkerChannelTimer(contextOf(host), target);
}

/** The broker has new metadata: markers may have found a leader. */
export function onTransactionMetadata(host: CoordinatorHost): void {
  if (host.process.coordinators.transactions.markers.unknownDestination.length > 0)
    wakeSender(contextOf(host));
}
