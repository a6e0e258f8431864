import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';

export async function plantLarge(client: Client, options: { log: (line: string) => void; today?: Day }): Promise<void> {
  options.log(String(client.port));
}
