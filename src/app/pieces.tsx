import { lazy } from 'react';

/**
 * The stage and its panels, loaded when a page that shows them is. One place for the names of their files.
 */
export const Stage = lazy(async () => ({ default: (await import('../views/cluster/Stage.tsx')).Stage }));
export const Transport = lazy(async () => ({
  default: (await import('../views/timeline/Transport.tsx')).Transport,
}));
export const WaitsPanel = lazy(async () => ({
  default: (await import('../views/waits/WaitsPanel.tsx')).WaitsPanel,
}));
export const TracePanel = lazy(async () => ({
  default: (await import('../views/trace/TracePanel.tsx')).TracePanel,
}));
export const MetricStrips = lazy(async () => ({
  default: (await import('../views/metrics/MetricStrips.tsx')).MetricStrips,
}));
export const Dashboard = lazy(async () => ({
  default: (await import('../views/metrics/Dashboard.tsx')).Dashboard,
}));
export const AlertNarration = lazy(async () => ({
  default: (await import('../views/metrics/AlertNarration.tsx')).AlertNarration,
}));
export const LedgerPanel = lazy(async () => ({
  default: (await import('../views/ledger/LedgerPanel.tsx')).LedgerPanel,
}));
export const MetadataLogPanel = lazy(async () => ({
  default: (await import('../views/metadata/MetadataLogPanel.tsx')).MetadataLogPanel,
}));
export const StoragePanel = lazy(async () => ({
  default: (await import('../views/storage/StoragePanel.tsx')).StoragePanel,
}));
export const QueuePanel = lazy(async () => ({
  default: (await import('../views/queue/QueuePanel.tsx')).QueuePanel,
}));
export const SharePanel = lazy(async () => ({
  default: (await import('../views/share/SharePanel.tsx')).SharePanel,
}));
export const ProducersPanel = lazy(async () => ({
  default: (await import('../views/producers/ProducersPanel.tsx')).ProducersPanel,
}));
export const TransactionsPanel = lazy(async () => ({
  default: (await import('../views/transactions/TransactionsPanel.tsx')).TransactionsPanel,
}));
export const OutsidePanel = lazy(async () => ({
  default: (await import('../views/outside/OutsidePanel.tsx')).OutsidePanel,
}));
export const GroupPanel = lazy(async () => ({
  default: (await import('../views/group/GroupPanel.tsx')).GroupPanel,
}));
export const Inspector = lazy(async () => ({
  default: (await import('../views/inspector/Inspector.tsx')).Inspector,
}));
export const UnderMinIsrSound = lazy(async () => ({
  default: (await import('../views/sound/UnderMinIsrSound.tsx')).UnderMinIsrSound,
}));
export const LiveNarration = lazy(async () => ({
  default: (await import('../views/trace/LiveNarration.tsx')).LiveNarration,
}));
export const LessonView = lazy(async () => ({
  default: (await import('../lessons/LessonView.tsx')).LessonView,
}));
