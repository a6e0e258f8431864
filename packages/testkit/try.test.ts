import { test } from 'node:test';
import { walkedApp, takeInventory, operationsOf, readPermissions } from './operations.ts';
test('x', async () => {
const shell = await import('../../areas/shell/area.server.ts');
const system = await import('../../areas/system/area.server.ts');
const app = await walkedApp({ areas: [shell.shellServer, system.systemServer], authenticate: (db) => (facts) => shell.authenticate(db, facts) });
try {
console.log(app.routes.length, operationsOf(app.document).length);
for (const n of ['Asha','Bina','Chetan','Gita','Farid', 'Divya', 'Usha', 'Zoya'] as const) { const r = await app.as(n).raw(shell.sessionContract?.me ?? app.endpoints.find(e=>e.endpoint.name==='session.me')!.endpoint, {}); console.log(n, r.status, JSON.stringify(r.body).slice(0,200)); }
} finally { await app.close(); }
});
