/** Something that its user can mend: told without the place in our code where it was noticed. */
export class CannotRecord extends Error {}

/** Runs a program of the command line; what it gives is its exit code. */
export async function runMain(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof CannotRecord ? error.message : error);
    process.exitCode = 2;
  }
}
