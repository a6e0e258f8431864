import base from '/work/main/apps/web/vite.config.ts';
import { existsSync } from 'node:fs'; import path from 'node:path';
const lenient={name:'lenient',enforce:'pre',resolveId(id,from){ if(from&&/\/areas\//.test(from)&&id.startsWith('.')){const p=path.resolve(path.dirname(from),id); if(!existsSync(p)) return '\0missing:'+id;} },load(id){ if(id.startsWith('\0missing:')) return 'export {}'; }};
export default {...base, root:'/work/main/apps/web', build:{...base.build,outDir:process.env.OUT??'/tmp/an-dist',emptyOutDir:true}, plugins:[lenient,...base.plugins]};
