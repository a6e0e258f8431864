// A process for jobs.test.ts that takes a job, says so and hangs until it is killed.

import { openJobs } from '../background/jobs.ts';
import { createLogger } from '../logging.ts';
import { openDatabase } from '../postgres/database.ts';

const [url = ''] = process.argv.slice(2);
const jobs = openJobs({
  database: openDatabase(url),
  url,
  log: createLogger({ level: 'silent' }),
  ports: { config: {}, origin: '' },
  jobs: [
    {
      name: 'test.long',
      title: 'Long',
      schedule: null,
      onMiss: 'SKIP',
      maxLateS: 60,
      timeoutS: 300,
      run: () => {
        process.stdout.write('running\n');
        return new Promise(() => {});
      },
    },
  ],
});
await jobs.start();
