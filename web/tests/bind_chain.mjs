// The script of the worst case: each of $1 binds doubles the mounts below /mnt/1.
export const kBindChain = `mount -t tmpfs zdtm /mnt
mkdir -p /mnt/1 /mnt/2
mount -t tmpfs zdtm /mnt/1
mount --make-shared /mnt/1
mkdir /mnt/1/1
for i in \`seq $1\`; do mount --bind /mnt/1/1 /mnt/1/1; done
umount -l /mnt/1
`;
