import { Run } from '../src/engine/cluster/Run.ts';
import { loadScenario } from './loadScenario.ts';
import { threadCpuMs } from './threadCpu.ts';

const run = new Run(loadScenario(), []);
run.start();
const start = threadCpuMs();
const until = 2_000_000;
let n=0;
while (run.step(until)) n++;
const ms = threadCpuMs() - start;
console.log('events', run.cluster.state.eventCount, 'cpu ms', ms.toFixed(0), 'M ev/s', (run.cluster.state.eventCount/ms/1000).toFixed(3), 'x real', (until/1000/ms).toFixed(2));
