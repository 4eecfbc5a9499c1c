import { DisksPanel } from './DisksPanel.tsx';
import { SegmentsPanel } from './SegmentsPanel.tsx';
import './storage.css';

/** What is on the disks: the files of the partition that the stage shows, and what each broker holds. */
export function StoragePanel() {
  return (
    <div className="storage-panel">
      <div className="storage-parts">
        <SegmentsPanel />
        <DisksPanel />
      </div>
    </div>
  );
}
