// node deploy/make-bucket.mjs: makes the bucket that the S3_ settings name, if there is none. For a store that comes empty.
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini } from 's3mini';

const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
const bucket = new S3mini({
  endpoint: `${S3_ENDPOINT}/${S3_BUCKET}`,
  region: S3_REGION,
  accessKeyId: S3_ACCESS_KEY_ID,
  secretAccessKey: S3_SECRET_ACCESS_KEY,
});

for (let left = 60; ; left -= 1) {
  try {
    if (!(await bucket.bucketExists())) await bucket.createBucket();
    break;
  } catch (error) {
    // A store that is still starting is asked again.
    if (left === 0) throw error;
    await delay(1000);
  }
}
process.stdout.write(`The bucket ${S3_BUCKET} is there.\n`);
