import { useEffect } from 'react';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { underMinIsrTone } from './underMinIsrTone.ts';

/** As loud as something in the next room. */
const VOLUME = 0.05;
/** A tone comes, goes and slides in this time: nothing clicks. */
const GLIDE_S = 0.04;
/** Where the run stands it is heard for a moment only. */
const MOMENT_S = 0.6;

/** Sounds while the partition that is looked at is under min ISR. What it says stands in words, too; draws nothing. */
export function UnderMinIsrSound() {
  const simulation = useSimulation();
  const view = useStageViewStore();
  useEffect(() => {
    if (typeof AudioContext === 'undefined') return undefined;
    const audio = new AudioContext();
    const pitch = new OscillatorNode(audio, { type: 'sine' });
    const volume = new GainNode(audio, { gain: 0 });
    const side = new StereoPannerNode(audio);
    pitch.connect(volume).connect(side).connect(audio.destination);
    pitch.start();
    const listen = () => {
      const { entities } = simulation.store.getState();
      const cluster = selectCluster(entities);
      const tone = underMinIsrTone(cluster, selectPartition(cluster, view.getState().partition));
      const now = audio.currentTime;
      volume.gain.cancelScheduledValues(now);
      volume.gain.setTargetAtTime(tone === null ? 0 : VOLUME, now, GLIDE_S);
      if (tone === null) return;
      // A browser lets nothing sound before somebody has pressed something.
      void audio.resume();
      pitch.frequency.setTargetAtTime(tone.hertz, now, GLIDE_S);
      side.pan.setTargetAtTime(tone.pan, now, GLIDE_S);
      if (!simulation.playback.getState().playing) volume.gain.setTargetAtTime(0, now + MOMENT_S, GLIDE_S);
    };
    listen();
    const stops = [
      simulation.store.subscribe(listen),
      view.subscribe((state, before) => {
        if (state.partition !== before.partition) listen();
      }),
      simulation.playback.subscribe(({ playing }, before) => {
        if (playing !== before.playing) listen();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      void audio.close();
    };
  }, [simulation, view]);
  return null;
}
