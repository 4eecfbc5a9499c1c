// Says kindly that Node is too old. This file must parse on any Node that knows modules, so it keeps to
// old syntax and imports nothing.

var NEEDED = [20, 19];

export function checkNode() {
  var found = process.versions.node.split('.').map(Number);
  var newEnough = found[0] > NEEDED[0] || (found[0] === NEEDED[0] && found[1] >= NEEDED[1]);
  if (newEnough) return;
  console.error(
    'Highwater needs Node ' +
      NEEDED.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\nInstall a current version from https://nodejs.org (or with nvm: nvm install 22), then run the same command again.',
  );
  process.exit(1);
}
