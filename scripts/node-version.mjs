// Imported first by every script, and with nothing that an old Node does not know, so that the message is seen.
const needed = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Tickmark needs Node.js ${needed.join('.')} or newer; this is ${process.versions.node}. Get one from https://nodejs.org`,
  );
  process.exit(1);
}
