import fc from 'fast-check';

// The same cases in every `npm test`, so that it says of a change what the change did; others with each `test:all`.
if (process.env['HIGHWATER_TEST_ALL'] !== '1') fc.configureGlobal({ seed: 1 });
