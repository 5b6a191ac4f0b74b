class Mine(Exception):
    pass
raise Mine('of my own')
