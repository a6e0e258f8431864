import { runTool } from './run-tool.ts';

const files = process.argv.slice(2);
const { code, output } = await runTool('biome', ['check', '--write', ...(files.length > 0 ? files : ['.'])]);
console.log(output.trim());
process.exitCode = code;
