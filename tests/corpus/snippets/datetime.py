from datetime import datetime, timedelta, timezone
start = datetime(2024, 2, 28, 12, tzinfo=timezone.utc)
print((start + timedelta(days=2)).isoformat(), start.strftime('%A %d %B %Y'))
